import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { exchangeDraft } from '../features/exchange/draft'
import { STEP_PATH, stepBefore } from '../features/exchange/flow'
import { requireStep } from '../features/exchange/guard'
import { RequisitesStep } from '../features/exchange/requisites/RequisitesStep'

export const Route = createFileRoute('/_app/exchange/requisites')({
  beforeLoad: () => requireStep('requisites'),
  component: RequisitesPage,
})

function RequisitesPage() {
  const navigate = useNavigate()
  return (
    <RequisitesStep
      onBack={() => void navigate({ to: STEP_PATH[stepBefore('requisites', exchangeDraft.get())] })}
      onDone={() => void navigate({ to: STEP_PATH.confirm })}
    />
  )
}
