const example: Record<string, string> = { Y: "2024", b: "Mar", m: "03", d: "09", "-d": "9", H: "14", M: "30" };

/** Shows a format of dates by an example: `%b %Y` is "Mar 2024". */
export function dateText(format: string): string {
  return format.replace(/%(-?[A-Za-z])/g, (whole, part: string) => example[part] ?? whole);
}
