import { Fragment } from 'react'
import { type Block, partsOf } from './articles'

/** The text of an article. `{company}` becomes the tenant's name. */
export function ArticleText({ blocks, company }: { blocks: readonly Block[]; company: string }) {
  return (
    <div className="grid gap-3">
      {blocks.map((block, place) => (
        <BlockText key={place} block={block} company={company} />
      ))}
    </div>
  )
}

function BlockText({ block, company }: { block: Block; company: string }) {
  const lines = block.lines.map((line, place) => <Line key={place} text={line.replaceAll('{company}', company)} />)
  if (block.kind === 'text') return <p>{lines}</p>
  const items = lines.map((line, place) => <li key={place}>{line}</li>)
  const dress = 'grid gap-2 pl-5 marker:text-brand'
  return block.kind === 'steps' ? (
    <ol className={`list-decimal ${dress}`}>{items}</ol>
  ) : (
    <ul className={`list-disc ${dress}`}>{items}</ul>
  )
}

function Line({ text }: { text: string }) {
  return partsOf(text).map(({ look, text: words }, place) => {
    if (look === 'strong') return <strong key={place}>{words}</strong>
    if (look === 'name')
      return (
        <span key={place} className="font-[580] whitespace-nowrap">
          {words}
        </span>
      )
    return <Fragment key={place}>{words}</Fragment>
  })
}
