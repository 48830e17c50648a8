export interface ComparedLine {
  text: string;
  /** Whether the other text does not have the line at this place. */
  isChanged: boolean;
}

/** Products of line counts up to which lines are matched; beyond, all lines between the equal ends are changed. */
const mostPairs = 4_000_000;

/** Both texts by line, with the lines marked that the other one does not have. */
export function compareLines(one: string, other: string): { one: ComparedLine[]; other: ComparedLine[] } {
  const [left, right] = [one.split("\n"), other.split("\n")];
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  const room = Math.min(left.length, right.length) - start;
  while (end < room && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  const shared = sharedLines(left.slice(start, left.length - end), right.slice(start, right.length - end));
  const mark = (lines: string[], same: Set<number>) =>
    lines.map((text, index) => ({
      text,
      isChanged: index >= start && index < lines.length - end && !same.has(index - start),
    }));
  return { one: mark(left, shared.left), other: mark(right, shared.right) };
}

/** The places of a longest common subsequence. */
function sharedLines(left: string[], right: string[]): { left: Set<number>; right: Set<number> } {
  const shared = { left: new Set<number>(), right: new Set<number>() };
  if (left.length * right.length > mostPairs) return shared;
  const width = right.length + 1;
  // The length of the longest common subsequence of what follows each pair of places.
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        left[row] === right[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  let [row, column] = [0, 0];
  while (row < left.length && column < right.length) {
    if (left[row] === right[column]) {
      shared.left.add(row++);
      shared.right.add(column++);
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return shared;
}
