/** The topics of help, in the order of the page. `statement` is not listed: it has a page of its own. */
export const HELP_TOPICS = ['money', 'orders', 'account', 'security'] as const
export type HelpTopic = (typeof HELP_TOPICS)[number]

export type Article = {
  slug: string
  topic: HelpTopic | 'statement'
  title: string
  /** Words that people search for and the text does not contain. */
  keywords: string
  blocks: readonly Block[]
}

export type Block = { kind: 'text' | 'steps' | 'points'; lines: readonly string[] }

/** A part of a line: plain, bold (`**`), or the name of something in the app (`*`). */
export type Part = { look: 'plain' | 'strong' | 'name'; text: string }

/**
 * Reads a file of articles. An article begins with `# slug | topic | title` and a line `> keywords`. A paragraph is a
 * line; `- ` and `1. ` begin the lines of a list.
 */
export function readArticles(file: string): Article[] {
  const articles: Article[] = []
  for (const part of `\n${file}`.split('\n# ').slice(1)) {
    const [head = '', keywords = '', ...lines] = part.split('\n')
    const [slug = '', topic = '', title = ''] = head.split('|').map((text) => text.trim())
    articles.push({
      slug,
      topic: topic as Article['topic'],
      title,
      keywords: keywords.replace(/^> /, ''),
      blocks: blocksOf(lines),
    })
  }
  return articles
}

/** The paragraphs and lists of lines. */
export function blocksOf(lines: readonly string[]): Block[] {
  const blocks: { kind: Block['kind']; lines: string[] }[] = []
  for (const line of lines) {
    if (!line.trim()) continue
    const step = /^(?:(-)|\d+\.) (.*)$/.exec(line)
    const kind = !step ? 'text' : step[1] ? 'points' : 'steps'
    const last = blocks.at(-1)
    const text = step?.[2] ?? line
    if (last && kind !== 'text' && last.kind === kind) last.lines.push(text)
    else blocks.push({ kind, lines: [text] })
  }
  return blocks
}

/** The parts of a line. */
export function partsOf(line: string): Part[] {
  const parts: Part[] = []
  for (const [whole, strong, name] of line.matchAll(/\*\*(.+?)\*\*|\*(.+?)\*|[^*]+/g)) {
    if (strong) parts.push({ look: 'strong', text: strong })
    else if (name) parts.push({ look: 'name', text: name })
    else parts.push({ look: 'plain', text: whole })
  }
  return parts
}

/** All words of an article's body. */
export const bodyOf = ({ blocks }: Article): string => blocks.flatMap(({ lines }) => lines).join(' ')
