import { describe, expect, it } from "vitest";
import { ApiProblem, describeFailure, isProblem, NetworkFailure, problemFrom } from "./problem";

describe("problems", () => {
  it("keep the server's code, message, and fields", () => {
    const problem = problemFrom(
      422,
      JSON.stringify({
        title: "Invalid",
        detail: "The user name is too short.",
        code: "validation_failed",
        fields: [{ path: "username", message: "Use at least 3 characters." }, { path: 1 }, null],
      }),
    );
    expect(problem).toMatchObject({ status: 422, code: "validation_failed", message: "The user name is too short." });
    expect(problem.fields).toEqual([{ path: "username", message: "Use at least 3 characters." }]);
    expect(isProblem(problem, "validation_failed")).toBe(true);
  });

  it.each(["<html>Bad gateway</html>", "", "null", "[]", "{", '{"code":7,"detail":{}}'])(
    "are created from an invalid body: %j",
    (body) => {
      const problem = problemFrom(502, body);
      expect(problem).toBeInstanceOf(ApiProblem);
      expect(problem.code).toBe("http_502");
      expect(problem.message).toBe("The server had a problem. Try again in a moment.");
    },
  );

  it("have messages in plain language", () => {
    expect(describeFailure(new NetworkFailure())).toMatch(/Can't reach the server/);
    expect(describeFailure(new TypeError("x is undefined"))).toMatch(/^Something went wrong/);
  });
});
