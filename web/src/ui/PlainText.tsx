/**
 * A small subset of Markdown for the terms: headings, lists and paragraphs. Anything else is shown as plain text, never
 * as HTML.
 */
export function PlainText({ text }: { text: string }) {
  const blocks = text.split(/\n\s*\n/)
  return <div className="grid gap-3">{blocks.map((block, place) => renderBlock(block.trim(), place))}</div>
}

function renderBlock(block: string, place: number) {
  const heading = /^#{1,6}\s+(.*)$/.exec(block)
  if (heading) return <h2 key={place}>{heading[1]}</h2>
  const lines = block.split('\n')
  if (lines.every((line) => /^\s*[-*]\s/.test(line))) {
    return (
      <ul key={place} className="list-disc pl-5">
        {lines.map((line) => (
          <li key={line}>{line.replace(/^\s*[-*]\s+/, '')}</li>
        ))}
      </ul>
    )
  }
  return (
    <p key={place} className="break-words">
      {block}
    </p>
  )
}
