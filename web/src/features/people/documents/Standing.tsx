import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleX, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../ui/States'
import type { DocumentsInfo, Proof } from './queries'
import { reasonsOf, VERIFIED } from './words'

type StandingProps = {
  of: Proof
  info: DocumentsInfo
  /** Where somebody can be asked. */
  support: ReactNode
  /** The way on, once it is done. */
  done: ReactNode
}

/** What a person reads when there is nothing to hand in. */
export function Standing({ of, info, support, done }: StandingProps) {
  const { i18n } = useLingui()
  const { shown, reasons } = info.verification
  switch (shown) {
    case 'in_progress':
      // Where money comes from is read by a person, whoever looks at documents.
      return of === 'source_of_funds' ? (
        <div role="status">
          <EmptyState icon={<Hourglass aria-hidden="true" />} title={<Trans>We are reviewing it</Trans>}>
            <Trans>We usually review it within a day. You do not need to do anything: we will email you.</Trans>
          </EmptyState>
        </div>
      ) : (
        <div role="status">
          <EmptyState icon={<Hourglass aria-hidden="true" />} title={<Trans>We are reviewing it</Trans>}>
            <Trans>It usually takes two minutes. You can leave this page: we will email you.</Trans>
          </EmptyState>
        </div>
      )
    case 'too_long':
      return (
        <div role="status">
          <EmptyState
            icon={<Hourglass aria-hidden="true" />}
            title={<Trans>It takes longer than usual</Trans>}
            action={support}
          >
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
          <EmptyState icon={<CircleCheck aria-hidden="true" />} title={i18n._(VERIFIED[of])} action={done}>
            <Trans>Your limits are higher now.</Trans>
          </EmptyState>
        </div>
      )
    default:
      return (
        <EmptyState icon={<CircleX aria-hidden="true" />} title={<Title shown={shown} />} action={support}>
          <Reasons reasons={reasons} />
        </EmptyState>
      )
  }
}

function Title({ shown }: { shown: DocumentsInfo['verification']['shown'] }) {
  return shown === 'rejected' ? <Trans>We could not verify you</Trans> : <Trans>Too many attempts</Trans>
}

/** Why, in the person's words. */
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
