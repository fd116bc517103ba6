import { useNavigate } from '@tanstack/react-router'
import { exchangeDraft } from '../features/exchange/draft'
import { landing, stepPage } from '../features/exchange/flow'
import UnfinishedCard from '../features/exchange/unfinished/UnfinishedCard'

/** The offer to continue an order that was begun and does not exist yet, at the step that it had reached. On the
 * start page of an order, only another device's. */
export default function Unfinished({ isStart = false }: { isStart?: boolean }) {
  const navigate = useNavigate()
  return (
    <UnfinishedCard
      offersOwn={!isStart}
      onContinue={() => void navigate(stepPage(landing('confirm', exchangeDraft.get()), exchangeDraft.get()))}
    />
  )
}
