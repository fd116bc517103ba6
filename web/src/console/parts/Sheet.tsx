import type { ReactNode } from 'react'

type Column = { name: ReactNode; end?: boolean }
type SheetProps = { label: string; columns: readonly Column[]; children: ReactNode }

/** <Sheet label columns>…<Row> — a dense table; on a phone each row becomes a small block with its own labels. */
export function Sheet({ label, columns, children }: SheetProps) {
  return (
    <div className="overflow-hidden rounded-card border border-line/60 bg-surface shadow-(--shadow)">
      <table aria-label={label} className="block w-full border-collapse text-[14px] desk:table">
        <thead className="sr-only desk:not-sr-only desk:table-header-group">
          <tr className="text-left text-[13px] text-muted">
            {columns.map((column, place) => (
              <th key={place} scope="col" className={`px-3 py-2.5 font-normal ${column.end ? 'desk:text-right' : ''}`}>
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

export function Row({ children }: { children: ReactNode }) {
  return (
    <tr className="block border-t border-line px-1 py-2 first:border-t-0 desk:table-row desk:p-0 desk:first:border-t">
      {children}
    </tr>
  )
}

type CellProps = { name?: ReactNode; end?: boolean; children: ReactNode }

/** `name` labels the value where the table has no header. */
export function Cell({ name, end = false, children }: CellProps) {
  return (
    <td
      className={`flex min-w-0 justify-between gap-3 px-3 py-1 align-top desk:table-cell desk:py-2.5 ${end ? 'desk:text-right' : ''}`}
    >
      {name ? <span className="shrink-0 text-[13px] text-muted desk:hidden">{name}</span> : null}
      <span className="min-w-0 break-words">{children}</span>
    </td>
  )
}
