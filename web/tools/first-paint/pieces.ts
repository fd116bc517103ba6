/** A part of a page's markup, with the tenant's options that must all be present. */
export type Piece = [html: string, without: string[]]

const tokensOf = (html: string): string[] => html.match(/<[^>]*>|[^<]+/g) ?? []

/** Marks the tokens that are missing from the reduced page. */
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

/** Splits a page into pieces by comparing the complete page with those without each option. */
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

/** Assembles the page of a tenant without these options, like the server (crates/server/src/web/prerendered.rs). */
export const assembled = (pieces: readonly Piece[], lacks: readonly string[]): string =>
  pieces.map(([html, without]) => (without.some((name) => lacks.includes(name)) ? '' : html)).join('')
