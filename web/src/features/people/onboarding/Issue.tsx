import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/Card'
import { Reasons } from '../documents/VerificationState'
import { KIND } from '../words'
import type { OnboardingFacts, OnboardingPage } from './steps'

type IssueProps = {
  facts: OnboardingFacts
  link: (page: OnboardingPage, words: ReactNode, look: 'primary' | 'text') => ReactNode
  support: ReactNode
}

/** The rejected verifications with their reasons and the next action. */
export function Issue({ facts, link, support }: IssueProps) {
  const { i18n } = useLingui()
  const refused = facts.verifications.filter(({ shown }) => shown === 'retry' || shown === 'rejected')
  return (
    <div className="grid gap-4">
      {refused.map((one) => (
        <Card key={one.kind} title={i18n._(KIND[one.kind])}>
          <div className="grid gap-4">
            {one.reasons.length > 0 ? (
              <Reasons reasons={one.reasons} />
            ) : (
              <p>
                <Trans>We could not verify it.</Trans>
              </p>
            )}
            {one.is_open && one.kind === 'IDENTITY' ? link('identity', <Trans>Send it again</Trans>, 'primary') : null}
            {one.is_open && one.kind === 'PHONE' ? link('phone', <Trans>Confirm your phone</Trans>, 'primary') : null}
          </div>
        </Card>
      ))}
      {support}
    </div>
  )
}
