import { barWidths, type Cost } from '../cost'

/** The given amount as a bar, with the parts of the cost at its end. The list below says the same in words. */
export function CostBar({ cost, given }: { cost: Cost; given: string }) {
  return (
    <div className="cost-bar" aria-hidden="true">
      {barWidths(cost, given).map(({ kind, width }) => (
        <i key={kind} data-kind={kind} style={{ width: `${width.toString()}%` }} />
      ))}
    </div>
  )
}
