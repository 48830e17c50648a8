//! Standard input: requests, and the replies to calls for objects while a request runs.

use std::{
    collections::HashMap,
    io::{self, BufRead},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
};

use portolan_query::{
    FailureCode, MOST_CALL_BYTES, ObjectCall, ObjectOperation, ObjectReply, WorkerFailure,
    WorkerResponse,
};
use portolan_tables::failure::new_failure;
use tokio::sync::oneshot;

use crate::write_response;

/// Bytes of one reply: a list of objects may be longer than a range of bytes.
const MOST_REPLY_BYTES: u64 = 4 * MOST_CALL_BYTES;

type Answer = Result<Vec<u8>, WorkerFailure>;

/// Calls whose replies have not come; none may be opened once the input has ended.
type OpenCalls = Option<HashMap<u64, oneshot::Sender<Answer>>>;

/// Asks the server for objects. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ObjectCalls {
    next: Arc<AtomicU64>,
    open: Arc<Mutex<OpenCalls>>,
}

impl ObjectCalls {
    /// Sends a call and waits for its reply.
    pub async fn send(&self, table: usize, operation: ObjectOperation) -> Answer {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let (sender, answer) = oneshot::channel();
        match &mut *self.open() {
            Some(open) => open.insert(id, sender),
            None => return Err(ended()),
        };
        let call = ObjectCall {
            id,
            table,
            operation,
        };
        write_response(&WorkerResponse::Call(call), &mut io::stdout()).map_err(|_| ended())?;
        answer.await.unwrap_or_else(|_| Err(ended()))
    }

    /// Forgets the calls of a request that is over: the server doesn't answer them any more.
    pub fn clear(&self) {
        if let Some(open) = &mut *self.open() {
            open.clear();
        }
    }

    fn open(&self) -> std::sync::MutexGuard<'_, OpenCalls> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, id: u64, answer: Answer) {
        let sender = self.open().as_mut().and_then(|open| open.remove(&id));
        if let Some(sender) = sender {
            // A part of the plan that has all its rows waits no longer.
            let _ = sender.send(answer);
        }
    }
}

fn ended() -> WorkerFailure {
    new_failure(
        FailureCode::WorkerLost,
        "The server no longer answers this query.",
    )
}

/// Reads standard input on a thread of its own. Returns the lines of requests, and the way to send calls.
pub fn read_input() -> (mpsc::Receiver<io::Result<String>>, ObjectCalls) {
    let calls = ObjectCalls {
        next: Arc::default(),
        open: Arc::new(Mutex::new(Some(HashMap::new()))),
    };
    let (requests, received) = mpsc::channel();
    let reading = calls.clone();
    thread::spawn(move || {
        if let Err(error) = read_lines(&mut io::stdin().lock(), &requests, &reading) {
            let _ = requests.send(Err(error));
        }
        // Dropping the senders fails the calls that still wait.
        reading.open().take();
    });
    (received, calls)
}

fn read_lines(
    input: &mut impl BufRead,
    requests: &mpsc::Sender<io::Result<String>>,
    calls: &ObjectCalls,
) -> io::Result<()> {
    loop {
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        if !line.starts_with(ObjectReply::BEGINNING) {
            if requests.send(Ok(line)).is_err() {
                return Ok(());
            }
            continue;
        }
        let reply: ObjectReply = serde_json::from_str(&line)?;
        if reply.bytes > MOST_REPLY_BYTES {
            return Err(io::Error::other("a reply is too long"));
        }
        let mut bytes = vec![0; usize::try_from(reply.bytes).unwrap_or(usize::MAX)];
        input.read_exact(&mut bytes)?;
        calls.answer(reply.object_call, reply.failure.map_or(Ok(bytes), Err));
    }
}
