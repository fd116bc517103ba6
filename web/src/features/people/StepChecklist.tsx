import { useLingui } from '@lingui/react/macro'
import type { VerificationStep } from './queries'
import { STEP, STEP_TIME } from './words'

/** The remaining steps for a higher limit, with their durations, shown before the first of them. */
export function StepChecklist({ steps }: { steps: readonly VerificationStep[] }) {
  const { i18n } = useLingui()
  return (
    <ol className="grid list-decimal gap-1 pl-5 marker:text-muted">
      {steps.map((step) => (
        <li key={step}>
          {i18n._(STEP[step])} <span className="text-[13px] text-muted">· {i18n._(STEP_TIME[step])}</span>
        </li>
      ))}
    </ol>
  )
}
