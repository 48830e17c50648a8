import { taskBox as text } from "../strings";

/** The box of a task in a list, which Markdown gives no name. */
export function TaskBox({ isDone }: { isDone: boolean }) {
  return <input type="checkbox" disabled checked={isDone} readOnly aria-label={isDone ? text.done : text.toDo} />;
}
