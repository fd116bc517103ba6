import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Loaded } from '../../domain/QueryCard'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/States'
import { Moment } from './Moment'
import { type Delivery, deliveriesQuery } from './webhooks'

type DeliveriesProps = {
  of: string
  busy: string | undefined
  canSend: boolean
  onResend: (id: string) => void
}

/** The newest deliveries of an endpoint. Each can be sent again. */
export function Deliveries({ of, busy, canSend, onResend }: DeliveriesProps) {
  const asked = useQuery(deliveriesQuery(of))
  return (
    <Card tight title={<Trans>Deliveries</Trans>}>
      <Loaded asked={asked} rows={3}>
        {({ data }) =>
          data.length > 0 ? (
            <ul className="grid divide-y divide-line/60">
              {data.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  of={delivery}
                  busy={busy === `resend ${delivery.id}`}
                  onResend={canSend ? () => onResend(delivery.id) : undefined}
                />
              ))}
            </ul>
          ) : (
            <EmptyState title={<Trans>Nothing sent yet</Trans>}>
              <Trans>Send a test, or make an order: it appears here.</Trans>
            </EmptyState>
          )
        }
      </Loaded>
    </Card>
  )
}

type DeliveryRowProps = { of: Delivery; busy: boolean; onResend: (() => void) | undefined }

function DeliveryRow({ of, busy, onResend }: DeliveryRowProps) {
  const { attempt } = of
  const isOver = of.state === 'delivered' || of.state === 'failed'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <span className="grid min-w-44 flex-1 gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <code className="font-mono text-[14px] wrap-anywhere">{of.type}</code>
          <DeliveryBadge of={of} />
        </span>
        <span className="text-[13px] text-muted wrap-anywhere">
          <Moment at={of.tried_at ?? of.created_at} />
          {attempt > 1 ? (
            <>
              {' · '}
              <Trans>attempt {attempt}</Trans>
            </>
          ) : null}
          {of.duration_ms === undefined ? null : ` · ${of.duration_ms} ms`}
        </span>
        <Failure of={of} />
      </span>
      {isOver && onResend ? (
        <Button small variant="quiet" busy={busy} onClick={onResend}>
          <RefreshCw size={16} />
          <Trans>Send again</Trans>
        </Button>
      ) : null}
    </li>
  )
}

function Failure({ of }: { of: Delivery }) {
  if (!of.failure) return null
  return (
    <span className="text-[13px] wrap-anywhere">
      <FailureWords of={of} />
      {of.next_at ? (
        <span className="text-muted">
          {' '}
          <Trans>
            Next attempt: <Moment at={of.next_at} />.
          </Trans>
        </span>
      ) : null}
    </span>
  )
}

function FailureWords({ of }: { of: Delivery }): ReactNode {
  const status = of.status
  switch (of.failure) {
    case 'timeout':
      return <Trans>No answer within 15 seconds.</Trans>
    case 'connection':
      return <Trans>No connection, or no valid certificate.</Trans>
    case 'address':
      return <Trans>The name leads to an address that is not public.</Trans>
    case 'redirect':
      return <Trans>The server answered with a redirect ({status}). We do not follow it.</Trans>
    case 'stopped':
      return <Trans>Not sent, because the webhook was stopped.</Trans>
    default:
      return <Trans>The server answered {status}.</Trans>
  }
}

function DeliveryBadge({ of }: { of: Delivery }) {
  switch (of.state) {
    case 'delivered':
      return (
        <Badge tone="ok">
          <Trans context="webhook">Delivered</Trans>
        </Badge>
      )
    case 'failed':
      return (
        <Badge tone="bad">
          <Trans context="webhook">Failed</Trans>
        </Badge>
      )
    case 'sending':
      return (
        <Badge>
          <Trans context="webhook">Sending</Trans>
        </Badge>
      )
    default:
      return (
        <Badge tone="wait">
          <Trans context="webhook">Waiting</Trans>
        </Badge>
      )
  }
}
