import { Suspense } from 'react'
import type { Checklist } from '../flow/verification'
import { lazyLater } from '../i18n/lazyLater'

const StepChecklist = lazyLater(async () => ({
  default: (await import('../features/people/StepChecklist')).StepChecklist,
}))

/** The steps of a verification with their times: few amounts ask for them, so their code comes when one does. */
export const checklist: Checklist = (steps) => (
  <Suspense fallback={null}>
    <StepChecklist steps={steps} />
  </Suspense>
)
