import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { limitsQuery } from '../../../api/limits'
import { moneyText } from '../../../domain/money'
import { EmptyState } from '../../../ui/States'
import type { DocumentsInfo, Proof } from './queries'
import { reasonsOf, VERIFIED } from './words'

type VerificationStateProps = {
  of: Proof
  info: DocumentsInfo
  /** Link to support. */
  support: ReactNode
  /** The next step after completion. */
  done: ReactNode
}

/** The state of a verification that needs no submission. */
export function VerificationState({ of, info, support, done }: VerificationStateProps) {
  const { i18n } = useLingui()
  const { shown, reasons } = info.verification
  switch (shown) {
    case 'in_progress':
      // A person always reviews the source of funds, even if documents are checked automatically.
      return of === 'source_of_funds' ? (
        <div role="status">
          <EmptyState art="hourglass" title={<Trans>We are reviewing it</Trans>}>
            <Trans>We usually review it within a day. You do not need to do anything: we will email you.</Trans>
          </EmptyState>
        </div>
      ) : (
        <div role="status">
          <EmptyState art="hourglass" title={<Trans>We are reviewing it</Trans>}>
            <Trans>It usually takes two minutes. You can leave this page: we will email you.</Trans>
          </EmptyState>
        </div>
      )
    case 'too_long':
      return (
        <div role="status">
          <EmptyState art="hourglass" title={<Trans>It takes longer than usual</Trans>} action={support}>
            <Trans>
              A person has to review it, which can take up to 24 hours. You do not need to do anything: we will email
              you.
            </Trans>
          </EmptyState>
        </div>
      )
    case 'verified':
      return (
        <div role="status">
          <EmptyState art="done" title={i18n._(VERIFIED[of])} action={done}>
            <LimitNow />
          </EmptyState>
        </div>
      )
    default:
      return (
        <EmptyState art="refused" title={<Title shown={shown} />} action={support}>
          <Reasons reasons={reasons} />
        </EmptyState>
      )
  }
}

/** The current limit, because not every step raises it. */
function LimitNow() {
  const { i18n } = useLingui()
  const { data } = useQuery(limitsQuery)
  const day = data?.limits.find(({ bucket, period }) => bucket === 'fiat' && period === 'day')
  if (!day?.limit) return null
  const limit = moneyText({ amount: day.limit, currency: day.currency }, i18n.locale)
  const left = data?.next?.requirements.length ?? 0
  return (
    <>
      <Trans>You can exchange up to {limit} in 24 hours now.</Trans>{' '}
      {left > 0 ? (
        <Plural
          value={left}
          one="# more step raises it."
          few="# more steps raise it."
          many="# more steps raise it."
          other="# more steps raise it."
        />
      ) : null}
    </>
  )
}

function Title({ shown }: { shown: DocumentsInfo['verification']['shown'] }) {
  return shown === 'rejected' ? <Trans>We could not verify you</Trans> : <Trans>Too many attempts</Trans>
}

/** The reasons of a rejection, as text. */
export function Reasons({ reasons }: { reasons: readonly string[] }) {
  const { i18n } = useLingui()
  return (
    <ul className="list-disc pl-5 text-left">
      {reasonsOf(reasons).map((reason) => (
        <li key={reason.id}>{i18n._(reason)}</li>
      ))}
    </ul>
  )
}
