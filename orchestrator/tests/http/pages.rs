//! A site of a few pages on this machine, which counts who asks.

use std::{
    collections::HashMap,
    net::{SocketAddr, TcpListener},
    sync::{Arc, Mutex},
};

use tokio::sync::Semaphore;

use actix_web::{App, HttpRequest, HttpResponse, HttpServer, dev::ServerHandle, web};

pub struct PageServer {
    pub address: SocketAddr,
    pages: Arc<Mutex<HashMap<String, ScriptedPage>>>,
    asked: Arc<Mutex<Vec<String>>>,
    /// Pages that wait do so here.
    gate: Arc<Semaphore>,
    handle: ServerHandle,
}

/// The response at a path.
#[derive(Clone)]
pub struct ScriptedPage {
    pub status: u16,
    pub content_type: &'static str,
    pub location: Option<String>,
    pub body: String,
    /// Answers when the test lets it.
    pub waits: bool,
}

pub fn html(body: &str) -> ScriptedPage {
    ScriptedPage {
        status: 200,
        content_type: "text/html; charset=utf-8",
        location: None,
        body: body.to_owned(),
        waits: false,
    }
}

pub fn text(content_type: &'static str, body: &str) -> ScriptedPage {
    ScriptedPage {
        content_type,
        ..html(body)
    }
}

pub fn waiting(page: ScriptedPage) -> ScriptedPage {
    ScriptedPage {
        waits: true,
        ..page
    }
}

pub fn status(status: u16) -> ScriptedPage {
    ScriptedPage { status, ..html("") }
}

pub fn redirect(location: &str) -> ScriptedPage {
    ScriptedPage {
        location: Some(location.to_owned()),
        ..status(302)
    }
}

impl PageServer {
    pub fn start(pages: impl IntoIterator<Item = (&'static str, ScriptedPage)>) -> Self {
        let pages: HashMap<String, ScriptedPage> = pages
            .into_iter()
            .map(|(path, page)| (path.to_owned(), page))
            .collect();
        let pages = Arc::new(Mutex::new(pages));
        let kept = Arc::clone(&pages);
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let log = Arc::clone(&asked);
        let gate = Arc::new(Semaphore::new(0));
        let waiting = Arc::clone(&gate);
        let server = HttpServer::new(move || {
            let (pages, log) = (Arc::clone(&pages), Arc::clone(&log));
            let waiting = Arc::clone(&waiting);
            App::new().default_service(web::to(move |request: HttpRequest| {
                let (pages, log) = (Arc::clone(&pages), Arc::clone(&log));
                let waiting = Arc::clone(&waiting);
                async move {
                    let page = pages.lock().unwrap().get(request.path()).cloned();
                    if page.as_ref().is_some_and(|page| page.waits) {
                        waiting.acquire().await.unwrap().forget();
                    }
                    answer(&request, page, &log)
                }
            }))
        })
        .workers(1)
        .disable_signals()
        .listen(listener)
        .unwrap()
        .run();
        let handle = server.handle();
        actix_web::rt::spawn(server);
        Self {
            address,
            pages: kept,
            asked,
            gate,
            handle,
        }
    }

    /// Puts another page in the place of one.
    pub fn set(&self, path: &str, page: ScriptedPage) {
        self.pages.lock().unwrap().insert(path.to_owned(), page);
    }

    /// Lets one page that waits answer.
    pub fn release(&self) {
        self.gate.add_permits(1);
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// How often this path was asked for.
    pub fn asked(&self, path: &str) -> usize {
        let asked = self.asked.lock().unwrap();
        asked.iter().filter(|known| *known == path).count()
    }
}

fn answer(
    request: &HttpRequest,
    page: Option<ScriptedPage>,
    asked: &Mutex<Vec<String>>,
) -> HttpResponse {
    let path = request.path().to_owned();
    asked.lock().unwrap().push(path);
    let Some(page) = page else {
        return HttpResponse::NotFound().finish();
    };
    let mut response = HttpResponse::build(page.status.try_into().unwrap());
    response.content_type(page.content_type);
    if let Some(location) = &page.location {
        response.insert_header(("location", location.as_str()));
    }
    response.body(page.body)
}

impl Drop for PageServer {
    fn drop(&mut self) {
        drop(self.handle.stop(false));
    }
}
