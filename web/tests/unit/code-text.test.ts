import { describe, expect, it } from "vitest";
// @ts-expect-error Scripts of the tasks have no types.
import { functionNamesOf, typeNamesOf } from "../../../orchestrator/tasks/code-text.mjs";

const rust = (text: string) => ({ path: "orchestrator/src/x.rs", language: "Rust", text });

describe("the names of Rust items", () => {
  it("exclude associated types and methods that a trait names", () => {
    const file = rust(`
impl<S> Service<Request> for Proxy<S>
where
    S: Service<Request> + 'static,
{
    type Response = Reply;
    type Error = Failure;

    fn call(&self) {
        fn local() {}
        struct Local;
        let brace = '}';
        let text = "}}";
    }
}
struct After;
fn after() {}
`);
    expect(typeNamesOf(file)).toEqual(["Local", "After"]);
    expect(functionNamesOf(file)).toEqual(["local", "after"]);
  });

  it("include those of inherent blocks, of traits and of modules", () => {
    const file = rust(`
pub trait Source {
    type SourceItem;
    fn read(&self) -> Self::SourceItem;
}
impl<F> Proxy<F>
where
    F: for<'a> Fn(&'a str),
{
    fn send(&self) {}
}
// impl Source for Comment {
type SourceResult<T> = std::result::Result<T, SourceError>;
fn wait() {}
`);
    expect(typeNamesOf(file)).toEqual(["Source", "SourceItem", "SourceResult"]);
    expect(functionNamesOf(file)).toEqual(["read", "send", "wait"]);
  });
});
