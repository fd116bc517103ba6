import type { ReactNode } from 'react'

type Column = { name: ReactNode; end?: boolean }
type SheetProps = {
  label: string
  columns: readonly Column[]
  /** Inside a card, whose edges the rows then reach. */
  isFlat?: boolean
  children: ReactNode
}

const FLAT = '-mx-4 -mb-4 border-t border-line desk:-mx-[18px]'

/** <Sheet label columns>…<Row> — a dense table with rows of 49 px. On a phone each row is a small block. */
export function Sheet({ label, columns, isFlat = false, children }: SheetProps) {
  return (
    <div className={isFlat ? FLAT : 'overflow-hidden rounded-card bg-surface shadow-(--e1)'}>
      <table aria-label={label} className="block w-full border-collapse text-[14px] desk:table">
        <thead className="sr-only desk:not-sr-only desk:table-header-group">
          <tr className="text-left text-[13px] text-muted">
            {columns.map((column, place) => (
              <th
                key={place}
                scope="col"
                className={`px-3 py-2.5 font-normal first:pl-4 last:pr-4 ${column.end ? 'desk:text-right' : ''}`}
              >
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block desk:table-row-group">{children}</tbody>
      </table>
    </div>
  )
}

type RowProps = { isChosen?: boolean; onClick?: (() => void) | undefined; children: ReactNode }

/** `onClick` is for the mouse only: the row also has a link, which the keyboard reaches. */
export function Row({ isChosen = false, onClick, children }: RowProps) {
  return (
    <tr
      aria-current={isChosen || undefined}
      onClick={onClick}
      className={`relative grid grid-flow-row-dense grid-cols-[minmax(0,1fr)_auto] border-t border-line px-1.5 py-2.5 first:border-t-0 desk:table-row desk:h-[49px] desk:p-0 desk:first:border-t ${onClick ? 'cursor-pointer hover:bg-sunken/60' : ''} ${isChosen ? 'bg-brand-soft!' : ''}`}
    >
      {children}
    </tr>
  )
}

/** The link of a row. On a phone the whole row can be pressed. */
export const ROW_LINK =
  'underline-offset-2 hover:text-brand hover:underline max-desk:after:absolute max-desk:after:inset-0 max-desk:after:content-[""]'

type CellProps = {
  /** Labels the value on a phone, where the table has no header; the cell then has a line of its own. */
  name?: ReactNode
  /** The side of the row on a phone, for a value that needs no label. */
  side?: 'left' | 'right'
  /** Not shown on a phone. */
  isWide?: boolean
  end?: boolean
  children: ReactNode
}

const SIDE = {
  left: 'col-start-1 block',
  right: 'col-start-2 block text-right',
  both: 'col-span-2 flex justify-between gap-3',
}

export function Cell({ name, side, isWide = false, end = false, children }: CellProps) {
  const place = isWide ? 'hidden' : SIDE[side ?? 'both']
  return (
    <td
      className={`min-w-0 px-2.5 py-0.5 desk:table-cell desk:px-3 desk:py-1.5 desk:align-middle desk:first:pl-4 desk:last:pr-4 ${place} ${end ? 'desk:text-right' : 'desk:text-left'}`}
    >
      {name && !side ? <span className="shrink-0 text-[13px] text-muted desk:hidden">{name}</span> : null}
      <span className={`min-w-0 wrap-anywhere ${side ? '' : 'max-desk:text-right'}`}>{children}</span>
    </td>
  )
}
