/** Markup that a page has, unless the tenant is without one of what is named. */
export type Piece = [html: string, without: string[]]

const tokensOf = (html: string): string[] => html.match(/<[^>]*>|[^<]+/g) ?? []

/** Which of the tokens are missing where something of the page is. */
function missing(all: readonly string[], left: readonly string[]): boolean[] {
  let at = 0
  const gone = all.map((token) => {
    if (left[at] !== token) return true
    at += 1
    return false
  })
  if (at < left.length) throw new Error(`a page has what the whole one has not, from ${left[at]} on`)
  return gone
}

/**
 * A page in pieces: drawn once with everything that a tenant may have, and once without each of it. What is missing then is
 * what it brought.
 */
export function piecesOf(whole: string, without: Record<string, string>): Piece[] {
  const tokens = tokensOf(whole)
  const gone = Object.entries(without).map(([name, html]) => ({ name, at: missing(tokens, tokensOf(html)) }))
  const pieces: Piece[] = []
  tokens.forEach((token, index) => {
    const names = gone.filter(({ at }) => at[index]).map(({ name }) => name)
    const last = pieces.at(-1)
    if (last && last[1].join() === names.join()) last[0] += token
    else pieces.push([token, names])
  })
  return pieces
}

/** The page of a tenant that is without these, as the server puts it together (crates/server/src/web/drawn.rs). */
export const assembled = (pieces: readonly Piece[], lacks: readonly string[]): string =>
  pieces.map(([html, without]) => (without.some((name) => lacks.includes(name)) ? '' : html)).join('')
