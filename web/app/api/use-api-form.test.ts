import { expect, it } from "vitest";
import { ApiProblem, accept, NetworkFailure, RefusedError } from "./problem";
import { formFailureOf } from "./use-api-form";

it("shows the server's messages next to their fields", () => {
  const problem = new ApiProblem(400, "invalid", "Some fields are wrong.", [{ path: "name", message: "Too short." }]);
  expect(formFailureOf(problem, ["name"])).toEqual({ fields: { name: "Too short." } });
  expect(formFailureOf(problem, ["email"])).toEqual({ message: "Some fields are wrong." });
});

it("shows an error next to its field, or above the button", () => {
  expect(formFailureOf(new RefusedError("Wrong.", "password"), ["password"])).toEqual({
    fields: { password: "Wrong." },
  });
  expect(formFailureOf(new RefusedError("Wrong.", "domain"), ["password"])).toEqual({ message: "Wrong." });
  expect(formFailureOf(new NetworkFailure(), ["password"])).toEqual({ message: new NetworkFailure().message });
});

it("throws a rejected result and returns any other", async () => {
  await expect(accept(Promise.resolve({ outcome: "done" as const }))).resolves.toEqual({ outcome: "done" });
  const refused = { outcome: "refused" as const, message: "Closed.", field: "email" as const };
  await expect(accept(Promise.resolve(refused))).rejects.toMatchObject({ message: "Closed.", field: "email" });
});
