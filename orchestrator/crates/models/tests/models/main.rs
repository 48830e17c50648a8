//! Three protocols of the product as small models. The checker walks through every state that a
//! model can reach; each model is also weakened on purpose, and then the checker must find how it
//! goes wrong.

mod lease;
mod refresh;
mod reserve;

use std::{fmt::Debug, hash::Hash};

use stateright::{Checker, Model};

/// Checks a model through all its states; the name of the property that fails, and how many states
/// there are. The way to the failure is printed with it.
fn check<M>(model: M) -> (Option<&'static str>, usize)
where
    M: Model + Send + Sync + 'static,
    M::State: Clone + Debug + Hash + PartialEq + Send + Sync + 'static,
    M::Action: Clone + Debug + PartialEq,
{
    let checker = model.checker().spawn_bfs().join();
    let failed = checker.discoveries().into_iter().find(|(name, _)| {
        let property = checker.model().property(name);
        property.expectation == stateright::Expectation::Always
    });
    if let Some((name, path)) = &failed {
        println!("{name} fails after {:?}", path.clone().into_actions());
        return (Some(name), checker.unique_state_count());
    }
    // What should be possible at all has to be reached, or the model is a model of nothing.
    checker.assert_properties();
    (None, checker.unique_state_count())
}
