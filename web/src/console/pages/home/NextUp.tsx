import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '../../../i18n/format'
import { EmptyState } from '../../../ui/States'
import type { MovementLine, Waiting } from '../../api/queries'
import { usedOf, type Wait } from '../../parts/clock'
import { ButtonLink } from '../../parts/ButtonLink'
import { useActionReason, useDisplayType } from '../../parts/movementWords'
import { useReviewReason } from '../../parts/reviewReasons'
import { useHeadlineWords, useTransactionStatus } from '../../parts/transactionWords'
import { useVerificationWords } from '../../parts/verificationWords'
import { DueRow } from './DueRow'
import { HomeCard } from './HomeCard'
import { isOurs, type Today, verificationWait } from './today'

type Item = { key: string; wait: Wait | undefined } & ({ one: Waiting } | { line: MovementLine })

const SHOWN = 6

/** The work of the role that has used the most of its target, of all queues that it may read. */
export function NextUp({ today, now }: { today: Today; now: number }) {
  const items = nextOf(today, now)
  return (
    <HomeCard title={<Trans>Next in line</Trans>} to={today.work ? '/work' : '/verification'}>
      {items.length === 0 ? (
        <EmptyState art="tray" title={<Trans>Nothing is waiting for us</Trans>}>
          <Trans>Transactions and verifications that need an operator appear here, with the time left.</Trans>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {items.map((item) =>
            'one' in item ? (
              <VerificationRow key={item.key} one={item.one} now={now} />
            ) : (
              <WorkRow key={item.key} line={item.line} now={now} />
            ),
          )}
        </ul>
      )}
    </HomeCard>
  )
}

function nextOf(today: Today, now: number): Item[] {
  const people = (today.waiting ?? []).map(
    (one): Item => ({ key: one.customer_id + one.kind, one, wait: verificationWait(one) }),
  )
  const work = (today.work?.data ?? [])
    .filter(isOurs)
    .map((line): Item => ({ key: line.id, line, wait: line.waits ?? undefined }))
  const used = ({ wait }: Item) => (wait ? usedOf(wait, now) : 0)
  return [...people, ...work].toSorted((a, b) => used(b) - used(a)).slice(0, SHOWN)
}

function VerificationRow({ one, now }: { one: Waiting; now: number }) {
  const words = useVerificationWords()
  return (
    <DueRow
      title={words.kind(one.kind)}
      note={`${one.email} · ${words.status(one.status).words}`}
      wait={verificationWait(one)}
      now={now}
      action={
        <ButtonLink to={`/customers/${one.customer_id}`}>
          <Trans>Open</Trans>
          <span className="sr-only">: {one.email}</span>
        </ButtonLink>
      }
    />
  )
}

function WorkRow({ line, now }: { line: MovementLine; now: number }) {
  const { i18n } = useLingui()
  const display = useDisplayType()
  const status = useTransactionStatus()
  const review = useReviewReason()
  const action = useActionReason()
  const became = useHeadlineWords()
  const why = line.review
    ? review(line.review.reason)
    : line.action
      ? action(line.action)
      : status(line.status, line).words
  const amount = line.held ? moneyText(line.held, i18n.locale) : became(line.headline)
  return (
    <DueRow
      title={`${display(line.display_type)} · ${amount}`}
      note={
        <>
          <span className="font-mono">{line.reference}</span> · {why}
        </>
      }
      wait={line.waits ?? undefined}
      now={now}
      action={
        <ButtonLink to={`/movements/${line.id}`}>
          <Trans>Open</Trans>
          <span className="sr-only">: {line.reference}</span>
        </ButtonLink>
      }
    />
  )
}
