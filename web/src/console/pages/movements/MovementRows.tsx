import { useLingui } from '@lingui/react/macro'
import { shortMoneyText } from '../../../i18n/format'
import type { MovementLine } from '../../api/queries'
import { Go } from '../../parts/Go'
import { useDisplayType } from '../../parts/movementWords'
import { Cell, Row, ROW_LINK, Sheet } from '../../parts/Sheet'
import { shortTime } from '../../parts/when'
import { movedOf } from './amounts'
import { StateCell } from './StateCell'

type MovementRowsProps = {
  lines: readonly MovementLine[]
  label: string
  chosen?: string | undefined
  /** Absent where a row leads to its page instead of the panel beside the list. */
  onChoose?: ((id: string) => void) | undefined
}

/** Movements, one per row: order, customer, amounts and state. */
export function MovementRows({ lines, label, chosen, onChoose }: MovementRowsProps) {
  const { t, i18n } = useLingui()
  const display = useDisplayType()
  const withCustomers = lines.some((line) => line.customer)
  const columns = [
    { name: t`Transaction` },
    ...(withCustomers ? [{ name: t`Customer` }] : []),
    { name: t`In`, end: true },
    { name: t`Out`, end: true },
    { name: t`Status` },
  ]
  return (
    <Sheet label={label} columns={columns}>
      {lines.map((line) => (
        <Row key={line.id} isChosen={line.id === chosen} onClick={onChoose && (() => onChoose(line.id))}>
          <Cell side="left">
            <Go
              to={`/movements/${line.id}`}
              data-movement={line.id}
              className={`font-mono text-[13px] font-bold whitespace-nowrap ${ROW_LINK}`}
            >
              {line.reference}
            </Go>
            <span className="text-[13px] text-muted whitespace-nowrap max-desk:ml-2 desk:block desk:leading-tight">
              {display(line.display_type)} · {shortTime(line.created_at, i18n.locale)}
            </span>
          </Cell>
          {withCustomers ? (
            <Cell isWide>
              {line.customer ? (
                <Go
                  to={`/customers/${line.customer.id}`}
                  title={line.customer.email}
                  className="block max-w-[17ch] truncate text-muted hover:text-brand hover:underline"
                >
                  {line.customer.email}
                </Go>
              ) : (
                '–'
              )}
            </Cell>
          ) : null}
          <MovedCells line={line} />
          <Cell side="left">
            <StateCell line={line} />
          </Cell>
        </Row>
      ))}
    </Sheet>
  )
}

/** What came in and what went out; muted until it has moved. */
function MovedCells({ line }: { line: MovementLine }) {
  const { i18n } = useLingui()
  const { isExpected, ...moved } = movedOf(line)
  const text = (money: typeof moved.in) => (money ? shortMoneyText(money, i18n.locale) : '–')
  const tone = isExpected ? 'text-muted' : ''
  return (
    <>
      <Cell side="right" end>
        <span className={`font-[580] whitespace-nowrap tabular-nums ${line.paid ? '' : tone}`}>{text(moved.in)}</span>
      </Cell>
      <Cell side="right" end>
        <span className={`whitespace-nowrap tabular-nums max-desk:text-muted ${tone}`}>{text(moved.out)}</span>
      </Cell>
    </>
  )
}
