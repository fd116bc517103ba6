/*
 * <ListRow glyph title detail badge value onClick /> — a row of 60 px that leads somewhere. With `onClick` it is a
 * button. For a link: <Link className={listRowClass}><ListRow … /></Link>. `tone` colours the glyph's ground; `bare`
 * shows the glyph without one, such as a currency icon.
 * <ListRows>…</ListRows> — the card around them.
 */
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { TONE_GROUND, type Tone } from './Badge'

type ListRowProps = {
  glyph?: ReactNode
  title: ReactNode
  detail?: ReactNode
  /** A state in words, as a <Badge>. */
  badge?: ReactNode
  /** A value in words, such as the chosen language. */
  value?: ReactNode
  tone?: Tone
  bare?: boolean
  /** Whether the row leads somewhere. */
  chevron?: boolean
  onClick?: () => void
}

export const listRowClass =
  'block w-full text-left transition-colors duration-150 hover:bg-sunken focus-visible:-outline-offset-3 first:rounded-t-card last:rounded-b-card'

export function ListRow({ onClick, ...row }: ListRowProps) {
  if (!onClick) return <Row {...row} />
  return (
    <button type="button" onClick={onClick} className={listRowClass}>
      <Row {...row} />
    </button>
  )
}

function Row({ glyph, title, detail, badge, value, tone = 'plain', bare = false, chevron = true }: ListRowProps) {
  return (
    <span className="flex min-h-15 items-center gap-3 px-[18px] py-2.5">
      {glyph ? (
        <RowGlyph tone={tone} bare={bare}>
          {glyph}
        </RowGlyph>
      ) : null}
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="grid min-w-34 flex-1 gap-0.5">
          <span className="t-row wrap-anywhere">{title}</span>
          {detail ? <span className="t-cap text-muted wrap-anywhere">{detail}</span> : null}
        </span>
        {badge}
        {value ? <span className="t-cap max-w-full text-right text-muted wrap-anywhere">{value}</span> : null}
      </span>
      {chevron ? <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-muted" /> : null}
    </span>
  )
}

type RowGlyphProps = { tone?: Tone; bare?: boolean; children: ReactNode }

/** The picture at the start of a row. */
export function RowGlyph({ tone = 'plain', bare = false, children }: RowGlyphProps) {
  return (
    <span
      className={`grid size-[38px] shrink-0 place-items-center ${bare ? '' : `rounded-control ${TONE_GROUND[tone]}`}`}
    >
      {children}
    </span>
  )
}

export function ListRows({ label, children }: { label?: ReactNode; children: ReactNode }) {
  return (
    <section>
      {label ? <h2 className="mb-2 px-1.5 text-[13px] font-semibold text-muted">{label}</h2> : null}
      <div className="divide-y divide-line rounded-card bg-surface shadow-(--e1)">{children}</div>
    </section>
  )
}
