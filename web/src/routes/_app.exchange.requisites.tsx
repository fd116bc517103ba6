import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { exchangeDraft } from '../features/exchange/draft'
import { STEP_PATH, stepBefore, stepPage } from '../features/exchange/flow'
import { RequisitesStep } from '../features/exchange/requisites/RequisitesStep'
import { laterWords } from '../i18n/load'
import { atStep } from '../shell/exchangeGuard'

export const Route = createFileRoute('/_app/exchange/requisites')({
  beforeLoad: atStep('requisites'),
  loader: laterWords,
  component: RequisitesPage,
})

function RequisitesPage() {
  const navigate = useNavigate()
  return (
    <RequisitesStep
      onBack={() => void navigate(stepPage(stepBefore('requisites', exchangeDraft.get()), exchangeDraft.get()))}
      onDone={() => void navigate({ to: STEP_PATH.confirm })}
    />
  )
}
