//! Three protocols of the product as small models. The checker walks through every state that a
//! model can reach; each model is also weakened on purpose, and then the checker must find how it
//! goes wrong.

mod lease;
mod refresh;
mod reserve;

use std::{fmt::Debug, hash::Hash};

use stateright::{Checker, Expectation, Model};

/// Checks a model through all its states; the names of the properties that fail, and how many states
/// there are. The way to each failure is printed with it.
fn check_model<M>(model: M) -> (Vec<&'static str>, usize)
where
    M: Model + Send + Sync + 'static,
    M::State: Clone + Debug + Hash + PartialEq + Send + Sync + 'static,
    M::Action: Clone + Debug + PartialEq,
{
    let checker = model.checker().spawn_bfs().join();
    let mut failed = Vec::new();
    for (name, path) in checker.discoveries() {
        if checker.model().property(name).expectation == Expectation::Always {
            println!("{name} fails after {:?}", path.into_actions());
            failed.push(name);
        }
    }
    if failed.is_empty() {
        // Every `sometimes` property must be reached, or the model proves nothing.
        checker.assert_properties();
    }
    (failed, checker.unique_state_count())
}
