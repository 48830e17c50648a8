//! Descriptions of the types that handlers take and return.

use actix_web::{
    HttpRequest, HttpResponse,
    http::header::Header as HeaderName,
    web::{Bytes, Data, Header, Json, Path, Payload, Query},
};
use schemars::JsonSchema;
use uuid::Uuid;

use super::operation::{Access, Description};
use crate::http::{
    caller::{Admin, Caller, MaybeCaller, Peer, SignedIn},
    problem::Problem,
};

/// A handler's argument, as the document has it.
pub trait DescribeArgument {
    fn describe(description: &mut Description<'_>);
}

/// All arguments of a handler.
pub trait DescribeArguments {
    fn describe(description: &mut Description<'_>);
}

/// A handler's result, as the document has it.
pub trait DescribeAnswer {
    fn describe(description: &mut Description<'_>);
}

/// The values of the places in a path.
pub trait DescribePath {
    fn describe(description: &mut Description<'_>);
}

macro_rules! describe_tuples {
    ($($names:ident)*) => {
        impl<$($names: DescribeArgument),*> DescribeArguments for ($($names,)*) {
            #[allow(unused_variables, reason = "handlers without arguments have nothing to describe")]
            fn describe(description: &mut Description<'_>) {
                $($names::describe(description);)*
            }
        }
    };
}

describe_tuples!();
describe_tuples!(A);
describe_tuples!(A B);
describe_tuples!(A B C);
describe_tuples!(A B C D);
describe_tuples!(A B C D E);
describe_tuples!(A B C D E F);

macro_rules! describe_nothing {
    ($($type:ty),*) => {
        $(impl DescribeArgument for $type {
            fn describe(_: &mut Description<'_>) {}
        })*
    };
}

// Bodies that a handler reads by itself are named beside its route.
describe_nothing!(HttpRequest, Payload, Peer, Bytes, Result<Bytes, actix_web::Error>);

impl<T> DescribeArgument for Data<T> {
    fn describe(_: &mut Description<'_>) {}
}

impl<T: HeaderName> DescribeArgument for Option<Header<T>> {
    fn describe(description: &mut Description<'_>) {
        description.header(T::name().as_str(), "As in RFC 9110.");
    }
}

impl DescribeArgument for Caller {
    fn describe(description: &mut Description<'_>) {
        description.set_access(Access::Caller);
    }
}

impl DescribeArgument for MaybeCaller {
    fn describe(description: &mut Description<'_>) {
        description.set_access(Access::Optional);
    }
}

impl DescribeArgument for SignedIn {
    fn describe(description: &mut Description<'_>) {
        description.set_access(Access::SignedIn);
    }
}

impl DescribeArgument for Admin {
    fn describe(description: &mut Description<'_>) {
        description.set_access(Access::Admin);
    }
}

impl<T: JsonSchema> DescribeArgument for Json<T> {
    fn describe(description: &mut Description<'_>) {
        description.json_body::<T>(true);
    }
}

/// A refusal that the handler looks at itself.
impl<T: DescribeArgument> DescribeArgument for Result<T, Problem> {
    fn describe(description: &mut Description<'_>) {
        T::describe(description);
    }
}

impl<T: JsonSchema> DescribeArgument for Result<Json<T>, actix_web::Error> {
    fn describe(description: &mut Description<'_>) {
        description.json_body::<T>(true);
    }
}

impl<T: JsonSchema> DescribeArgument for Query<T> {
    fn describe(description: &mut Description<'_>) {
        description.query::<T>();
    }
}

impl<T: DescribePath> DescribeArgument for Path<T> {
    fn describe(description: &mut Description<'_>) {
        T::describe(description);
    }
}

impl DescribePath for Uuid {
    fn describe(description: &mut Description<'_>) {
        description.path_value::<Self>();
    }
}

impl DescribePath for String {
    fn describe(description: &mut Description<'_>) {
        description.path_value::<Self>();
    }
}

impl<A: JsonSchema, B: JsonSchema> DescribePath for (A, B) {
    fn describe(description: &mut Description<'_>) {
        description.path_value::<A>();
        description.path_value::<B>();
    }
}

impl<A: JsonSchema, B: JsonSchema, C: JsonSchema> DescribePath for (A, B, C) {
    fn describe(description: &mut Description<'_>) {
        description.path_value::<A>();
        description.path_value::<B>();
        description.path_value::<C>();
    }
}

impl<T: JsonSchema> DescribeAnswer for Json<T> {
    fn describe(description: &mut Description<'_>) {
        description.json_answer::<T>(200);
    }
}

/// The route names the answers.
impl DescribeAnswer for HttpResponse {
    fn describe(_: &mut Description<'_>) {}
}

impl<T: DescribeAnswer> DescribeAnswer for Result<T, Problem> {
    fn describe(description: &mut Description<'_>) {
        T::describe(description);
    }
}
