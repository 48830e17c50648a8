import { describe, expect, it } from "vitest";
// @ts-expect-error Scripts of the tasks have no types.
import { functionNamesOf, typeNamesOf } from "../../../orchestrator/tasks/code-text.mjs";

const rust = (text: string) => ({ path: "orchestrator/src/x.rs", language: "Rust", text });

const script = (text: string) => ({ path: "web/app/x.ts", language: "TypeScript", text });

describe("the names of TypeScript types", () => {
  it("include definitions but not imports and exports", () => {
    const file = script(`
import {
  findRow,
  type Listed,
  type Renamed as Other,
} from "./rows";
import type { Imported } from "./rows";
export type { Passed } from "./rows";
export {
  type LastOfList
} from "./rows";
export interface First {
  type: string;
}
interface Second<T> extends First {}
export type Third = keyof First;
type Fourth<
  A,
  B,
> = [A, B];
export default class Fifth {}
export abstract class Sixth extends Fifth {}
class Seventh implements First {}
declare module "x" {
  export interface Eighth {}
}
`);
    expect(typeNamesOf(file)).toEqual(["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"]);
  });
});

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

  it("include inherent impls, traits, and modules", () => {
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
