/** The first letters of the first and the last word; of an email address, its first letter. */
export function initialsOf(name: string): string {
  const words = name.split('@')[0]?.match(/[\p{L}\p{N}][^\s]*/gu) ?? []
  const isAddress = name.includes('@')
  const [first, last] = [words[0], isAddress || words.length < 2 ? undefined : words.at(-1)]
  return [first, last]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
