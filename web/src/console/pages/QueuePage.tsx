import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/Badge'
import { waitingQuery } from '../api/queries'
import { Go } from '../parts/Go'
import { Loaded } from '../parts/Loaded'
import { Cell, Row, Sheet } from '../parts/Sheet'
import { useVerificationWords } from '../parts/verificationWords'
import { whenText } from '../parts/when'

/** The verification queue, oldest first. */
export function QueuePage() {
  const { t, i18n } = useLingui()
  const words = useVerificationWords()
  const waiting = useQuery({ ...waitingQuery, refetchInterval: 30_000 })
  const columns = [{ name: t`Customer` }, { name: t`What` }, { name: t`State` }, { name: t`Submitted`, end: true }]
  return (
    <>
      <h1>
        <Trans>Verification</Trans>
      </h1>
      <Loaded asked={waiting} empty={({ data }) => (data.length === 0 ? <Trans>No one is waiting</Trans> : null)}>
        {({ data }) => (
          <Sheet label={t`Verification`} columns={columns}>
            {data.map((one) => {
              const { words: status, tone } = words.status(one.status)
              return (
                <Row key={one.customer_id + one.kind}>
                  <Cell name={t`Customer`}>
                    <Go
                      to={`/customers/${one.customer_id}`}
                      className="font-[550] text-brand underline-offset-2 hover:underline"
                    >
                      {one.email}
                    </Go>
                  </Cell>
                  <Cell name={t`What`}>{words.kind(one.kind)}</Cell>
                  <Cell name={t`State`}>
                    <Badge tone={tone}>{status}</Badge>{' '}
                    {one.is_overdue ? (
                      <Badge tone="bad">
                        <Trans>More than a day</Trans>
                      </Badge>
                    ) : null}
                  </Cell>
                  <Cell name={t`Submitted`} end>
                    {whenText(one.submitted_at, i18n.locale)}
                  </Cell>
                </Row>
              )
            })}
          </Sheet>
        )}
      </Loaded>
    </>
  )
}
