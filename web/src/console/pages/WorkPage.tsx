import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { moneyText } from '../../i18n/format'
import { Badge } from '../../ui/Badge'
import { lookMs } from '../api/news'
import { workQuery } from '../api/paged'
import type { MovementLine } from '../api/queries'
import { Go } from '../parts/Go'
import { Loaded } from '../parts/Loaded'
import { More } from '../parts/More'
import { useActionReason, useDisplayType } from '../parts/movementWords'
import { ReviewWords } from '../parts/ReviewWords'
import { Cell, Row, Sheet } from '../parts/Sheet'
import { useHeadlineWords, useTransactionStatus } from '../parts/transactionWords'
import { whenText } from '../parts/when'

/** Transactions that wait for the customer or an operator, oldest first, each with its deadline. */
export function WorkPage() {
  const found = useInfiniteQuery({ ...workQuery(), refetchInterval: lookMs, refetchOnWindowFocus: 'always' })
  return (
    <>
      <h1>
        <Trans>Work list</Trans>
      </h1>
      <Loaded
        asked={found}
        empty={({ pages }) =>
          pages.every((page) => page.data.length === 0) ? <Trans>Nothing is waiting</Trans> : null
        }
      >
        {({ pages }) => <Waiting lines={pages.flatMap((page) => page.data)} />}
      </Loaded>
      <More query={found} />
    </>
  )
}

function Waiting({ lines }: { lines: readonly MovementLine[] }) {
  const { t, i18n } = useLingui()
  const display = useDisplayType()
  const became = useHeadlineWords()
  const columns = [
    { name: t`Transaction` },
    { name: t`Why` },
    { name: t`Amount`, end: true },
    { name: t`Waiting since`, end: true },
    { name: t`Until`, end: true },
  ]
  return (
    <Sheet label={t`Work list`} columns={columns}>
      {lines.map((line) => (
        <Row key={line.id}>
          <Cell name={t`Transaction`}>
            <Go
              to={`/movements/${line.id}`}
              className="inline-block py-1 font-mono text-[13px] font-semibold text-brand underline-offset-2 hover:underline"
            >
              {line.reference}
            </Go>
            <span className="block text-[13px] text-muted">{display(line.display_type)}</span>
          </Cell>
          <Cell name={t`Why`}>
            <Reason line={line} />
          </Cell>
          <Cell name={t`Amount`} end>
            {line.held ? moneyText(line.held, i18n.locale) : became(line.headline)}
          </Cell>
          <Cell name={t`Waiting since`} end>
            {line.waits ? whenText(line.waits.since, i18n.locale) : '–'}
          </Cell>
          <Cell name={t`Until`} end>
            {line.waits ? whenText(line.waits.until, i18n.locale) : '–'}{' '}
            {line.waits?.is_overdue ? (
              <Badge tone="bad">
                <Trans>Overdue</Trans>
              </Badge>
            ) : null}
          </Cell>
        </Row>
      ))}
    </Sheet>
  )
}

/** The party that must act, and the reason. */
function Reason({ line }: { line: MovementLine }) {
  const status = useTransactionStatus()
  const action = useActionReason()
  return (
    <>
      <Badge tone={status(line.status).tone}>{status(line.status).words}</Badge>
      {line.action ? <span className="mt-1 block text-[13px]">{action(line.action)}</span> : null}
      <ReviewWords line={line} />
    </>
  )
}
