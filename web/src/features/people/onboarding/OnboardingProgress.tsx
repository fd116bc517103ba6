import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/Badge'
import { Card } from '../../../ui/Card'
import { ItemRow } from '../../../ui/ItemRow'
import { Progress } from '../../../ui/Progress'
import { nextStep, type OnboardingFacts, type OnboardingPage, type OnboardingStep, stateOf, stepsOf } from './steps'
import { STATE_NAME, STATE_TONE, STEP_NAME } from './words'

type OnboardingProgressProps = {
  type: string | undefined
  facts: OnboardingFacts
  /** A link to one of these pages. */
  link: (page: OnboardingPage, words: ReactNode, look: 'primary' | 'text') => ReactNode
  /** The link to the product. */
  leave: ReactNode
}

/** The onboarding steps with their states, and the next one. Onboarding can be left at any time. */
export function OnboardingProgress({ type, facts, link, leave }: OnboardingProgressProps) {
  const { t, i18n } = useLingui()
  const steps = stepsOf(type)
  const done = steps.filter((step) => stateOf(step, facts) === 'done').length
  const next = nextStep(type, facts)
  const page = (step: OnboardingStep): OnboardingPage =>
    stateOf(step, facts) === 'issue' ? 'issue' : step === 'identity' ? 'identity-stub' : step
  return (
    <div className="grid gap-4">
      <Card>
        <Progress label={t`Steps done`} percent={Math.round((done * 100) / steps.length)} />
        <p className="text-muted">
          <Trans>
            {done} of {steps.length} done. You can stop here and continue at any time.
          </Trans>
        </p>
        <ul className="mt-2 divide-y divide-line">
          {steps.map((step) => {
            const state = stateOf(step, facts)
            const open = state === 'open' || state === 'issue'
            return (
              <li key={step}>
                <ItemRow
                  title={i18n._(STEP_NAME[step])}
                  note={<Badge tone={STATE_TONE[state]}>{i18n._(STATE_NAME[state])}</Badge>}
                  value={open ? link(page(step), <OpenWords name={i18n._(STEP_NAME[step])} />, 'text') : null}
                />
              </li>
            )
          })}
        </ul>
      </Card>
      {next ? link(page(next), <Trans>Continue</Trans>, 'primary') : null}
      {leave}
    </div>
  )
}

/** Includes the step's name for screen reader users, who may read the link without the list. */
const OpenWords = ({ name }: { name: string }) => (
  <span>
    <Trans context="action">Open</Trans> <span className="sr-only">{name}</span>
  </span>
)
