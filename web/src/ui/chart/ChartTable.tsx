import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Button } from '../Button'
import { type Point, thinned } from './scale'
import { useWhen } from './useWhen'

type ChartTableProps = { points: readonly Point[]; label: string; text: (value: string) => string }

const ROWS_MAX = 25

/** The points of a chart as a table that a button shows. Long lists are thinned evenly. */
export function ChartTable({ points, label, text }: ChartTableProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const when = useWhen(points)
  return (
    <>
      <Button
        variant="text"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        disabled={points.length === 0}
        onClick={() => setOpen(!open)}
      >
        {open ? <Trans>Hide the table</Trans> : <Trans>Show as table</Trans>}
      </Button>
      {open ? (
        <table id={id} className="mt-1 ml-2 w-full basis-full border-collapse text-[14px]">
          <thead>
            <tr className="text-[13px] text-muted">
              <th scope="col" className="py-2 pr-3 text-left font-normal">
                <Trans>Time</Trans>
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                {label}
              </th>
            </tr>
          </thead>
          <tbody>
            {thinned(points, ROWS_MAX).map(({ at, value }) => (
              <tr key={at} className="border-line border-t">
                <th scope="row" className="py-2 pr-3 text-left font-normal text-muted">
                  {when(at)}
                </th>
                <td className="py-2 text-right font-[570] wrap-anywhere">{text(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </>
  )
}
