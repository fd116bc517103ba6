import { CircleCheck } from 'lucide-react'
import type { Transaction } from '../../../api/exchangeTypes'
import { isSettled } from './facts'
import { useHeadlineWord } from './headlineWords'

/** The label above the amount of an order: large once the money has reached its end. */
export function HeadlineWord({ transaction }: { transaction: Transaction }) {
  const what = useHeadlineWord()(transaction)
  if (!what) return null
  if (!isSettled(transaction)) return <p className="text-[13px] font-medium text-muted">{what}</p>
  return (
    <p className="mb-0.5 flex items-center gap-1.5 text-[17px] font-[580] text-ok">
      <CircleCheck size={19} aria-hidden="true" className="shrink-0" />
      {what}
    </p>
  )
}
