/** Mutates documents in tests: yields every copy with exactly one changed value. */
export type Json = null | string | number | Json[] | { [name: string]: Json }

/** Yields a copy of `value` for each string and number in it, with that one changed. */
export function* altered(value: Json, replace: (next: Json) => Json = (next) => next): Generator<Json> {
  if (typeof value === 'number') yield replace(value + 1)
  else if (typeof value === 'string') yield replace(tweaked(value))
  else if (value !== null) {
    for (const [name, each] of Object.entries(value)) {
      const put = (next: Json): Json => {
        const copy = structuredClone(value) as Record<string, Json>
        copy[name] = next
        return replace(copy as Json)
      }
      yield* altered(each, put)
    }
  }
}

export function tweaked(text: string): string {
  const at = Math.max(text.search(/\d(?=\D*$)/), 0)
  return text.slice(0, at) + (text[at] === '1' ? '2' : '1') + text.slice(at + 1)
}
