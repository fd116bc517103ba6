import { Suspense } from 'react'
import type { Checklist } from '../domain/verification'
import { lazyLater } from '../i18n/lazyLater'

const StepChecklist = lazyLater(async () => ({
  default: (await import('../features/people/StepChecklist')).StepChecklist,
}))

/** The verification steps with their durations. Loaded lazily, because few amounts need them. */
export const checklist: Checklist = (steps) => (
  <Suspense fallback={null}>
    <StepChecklist steps={steps} />
  </Suspense>
)
