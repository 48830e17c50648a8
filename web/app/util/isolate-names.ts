const letter = "[\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC]";
/** Marks and digits between the letters of one name. */
const joint = "[ \\-–&/.'’\"”0-9]";
const words = `${letter}(?:(?:${letter}|${joint})*${letter})?`;
/** A bracket is of a name if it holds letters of its script. */
const name = new RegExp(`${words}(?:${joint}*\\(${joint}*${words}${joint}*\\)(?:${joint}*${words})?)*`, "g");

/**
 * Isolates names in right-to-left scripts within a line that runs from left to right. Without it, the numbers and marks behind
 * a name would be laid out as parts of the name. The server does the same to titles and sentences.
 */
export function isolateNames(line: string): string {
  return line.replace(name, "\u2067$&\u2069");
}
