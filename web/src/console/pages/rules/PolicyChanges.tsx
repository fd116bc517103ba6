import { useQuery } from '@tanstack/react-query'
import { type RulesDifference, rulesQuery } from '../../api/rules'
import { DifferenceList } from './DifferenceList'

/** What a change of the policy changes, in words, and what each value means for customers. */
export function PolicyChanges({ differences }: { differences: readonly RulesDifference[] }) {
  // Networks and partners have their codes until their names have come.
  const { networks = [], partners = [] } = useQuery(rulesQuery).data ?? {}
  return (
    <div className="overflow-hidden rounded-m border border-line px-4 pb-4 desk:px-[18px]">
      <div className="-mt-px">
        <DifferenceList differences={differences} names={{ networks, partners }} hasEffects />
      </div>
    </div>
  )
}
