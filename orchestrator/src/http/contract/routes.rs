//! A table of routes that builds the router, or the document.

use actix_web::{
    FromRequest, Handler, Responder,
    http::Method,
    web::{self, ServiceConfig},
};
use schemars::JsonSchema;

use super::{
    arguments::{DescribeAnswer, DescribeArguments},
    operation::Operation,
};

/// Documented operations with the path and the area of each.
pub type Table = Vec<RouteEntry>;

/// An operation in the table of routes.
pub struct RouteEntry {
    pub area: &'static str,
    /// As the router has it: `/api/charts/{chartId:[^./]+}`.
    pub path: String,
    pub operation: Operation,
}

/// The routes of one area, on their way into a router or into the document.
pub struct Routes<'a> {
    area: &'static str,
    target: Target<'a>,
}

enum Target<'a> {
    Router(&'a mut ServiceConfig),
    Table(&'a mut Table),
}

impl<'a> Routes<'a> {
    pub fn of_router(config: &'a mut ServiceConfig) -> Self {
        Self {
            area: "",
            target: Target::Router(config),
        }
    }

    pub fn of_table(table: &'a mut Table) -> Self {
        Self {
            area: "",
            target: Target::Table(table),
        }
    }

    /// Adds the routes of an area; the document groups its operations by it.
    pub fn area(&mut self, name: &'static str, add: fn(&mut Routes<'_>)) -> &mut Self {
        self.area = name;
        add(self);
        self
    }

    pub fn service(&mut self, resource: Resource) -> &mut Self {
        match &mut self.target {
            Target::Router(config) => {
                config.service(resource.routed);
            }
            Target::Table(table) if resource.path.starts_with("/api/") => {
                for operation in resource.operations {
                    table.push(RouteEntry {
                        area: self.area,
                        path: resource.path.clone(),
                        operation,
                    });
                }
            }
            Target::Table(_) => {}
        }
        self
    }
}

/// A path with its routes.
pub struct Resource {
    path: String,
    routed: actix_web::Resource,
    operations: Vec<Operation>,
}

pub fn resource(path: impl Into<String>) -> Resource {
    let path = path.into();
    Resource {
        routed: web::resource(path.as_str()),
        path,
        operations: Vec::new(),
    }
}

impl Resource {
    pub fn route(mut self, route: Route) -> Self {
        self.operations.push(route.operation);
        Self {
            routed: self.routed.route(route.routed),
            ..self
        }
    }

    pub fn app_data<T: 'static>(self, data: T) -> Self {
        Self {
            routed: self.routed.app_data(data),
            ..self
        }
    }
}

/// A method of a path, before its handler is known.
pub struct Verb(Method);

pub fn get() -> Verb {
    Verb(Method::GET)
}

pub fn head() -> Verb {
    Verb(Method::HEAD)
}

pub fn post() -> Verb {
    Verb(Method::POST)
}

pub fn put() -> Verb {
    Verb(Method::PUT)
}

pub fn patch() -> Verb {
    Verb(Method::PATCH)
}

pub fn delete() -> Verb {
    Verb(Method::DELETE)
}

impl Verb {
    pub fn to<F, Arguments>(self, handler: F) -> Route
    where
        F: Handler<Arguments>,
        Arguments: FromRequest + DescribeArguments + 'static,
        F::Output: Responder + DescribeAnswer + 'static,
    {
        Route {
            operation: Operation::of_handler::<F, Arguments>(self.0.clone()),
            routed: web::method(self.0).to(handler),
        }
    }
}

/// A handler at a method of a path, with what its types do not tell.
pub struct Route {
    routed: actix_web::Route,
    operation: Operation,
}

impl Route {
    /// One sentence on what the operation does.
    pub fn about(mut self, summary: &'static str) -> Self {
        self.operation.summary = summary;
        self
    }

    /// The name of the generated function, where another handler has the same name.
    pub fn named(mut self, name: &'static str) -> Self {
        self.operation.name = name.to_owned();
        self
    }

    /// The JSON body of a handler that reads the bytes itself.
    pub fn body<T: JsonSchema>(self) -> Self {
        self.describe(|description| description.json_body::<T>(true))
    }

    /// A JSON body that may be left away.
    pub fn optional_body<T: JsonSchema>(self) -> Self {
        self.describe(|description| description.json_body::<T>(false))
    }

    /// Files, as a form: multipart with the field `file`, as an alternative to a JSON body.
    pub fn files(self) -> Self {
        self.describe(|description| description.files())
    }

    /// A JSON answer of a handler that builds its response itself.
    pub fn answer<T: JsonSchema>(self, status: u16) -> Self {
        self.describe(move |description| description.json_answer::<T>(status))
    }

    /// An answer without a body.
    pub fn empty(self, status: u16) -> Self {
        self.describe(move |description| description.empty_answer(status))
    }

    /// A file in one of these media types.
    pub fn file(self, types: &'static [&'static str]) -> Self {
        self.describe(move |description| description.file(types))
    }

    /// A stream of server-sent events; `T` has `event` and `data` of each, or is the data alone.
    pub fn events<T: JsonSchema>(self) -> Self {
        self.describe(|description| description.events::<T>())
    }

    /// A header that the handler reads.
    pub fn header(self, name: &'static str, meaning: &'static str) -> Self {
        self.describe(move |description| description.header(name, meaning))
    }

    fn describe(
        mut self,
        describe: impl Fn(&mut super::operation::Description<'_>) + 'static,
    ) -> Self {
        self.operation.describe(describe);
        self
    }
}
