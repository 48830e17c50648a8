/** Words that end like plurals: "status", "basis", "class", "gas". */
const endsLikePlural = /(?:ss|us|is|^.{1,2}s)$/;

/** Returns whether an English noun in lower case is a plural; irregular ones aren't known. */
function isPlural(noun: string): boolean {
  return noun.endsWith("s") && !endsLikePlural.test(noun);
}

/** Returns a name with its last word in the plural: "home city" as "home cities". Names in other scripts stay as they are. */
export function pluralOf(name: string): string {
  const last = /[a-z]+$/i.exec(name)?.[0].toLowerCase();
  if (last === undefined || last.length < 2 || isPlural(last)) return name;
  if (/[^aeiou]y$/.test(last)) return `${name.slice(0, -1)}ies`;
  return `${name}${/(?:s|sh|ch|x)$/.test(last) ? "es" : "s"}`;
}
