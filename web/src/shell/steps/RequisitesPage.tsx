import { useNavigate } from '@tanstack/react-router'
import { exchangeDraft } from '../../features/exchange/draft'
import { stepBefore, stepPage } from '../../features/exchange/flow'
import { RequisitesStep } from '../../features/exchange/requisites/RequisitesStep'

/** The step that asks for the payout details. */
export default function RequisitesPage() {
  const navigate = useNavigate()
  return (
    <RequisitesStep
      onBack={() => void navigate(stepPage(stepBefore('requisites', exchangeDraft.get()), exchangeDraft.get()))}
      onDone={() => void navigate(stepPage('confirm', exchangeDraft.get()))}
    />
  )
}
