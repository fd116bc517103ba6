import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Endpoint } from '../../api/exchangeTypes'
import { type Destination, savedAt, savedQuery } from '../savedRequisites'

type SaveForNextProps = {
  to: Endpoint
  /** The details in the form. */
  entered: Destination
  checked: boolean
  onChange: (checked: boolean) => void
}

/** The choice to save the details of this form. Details that are already saved need none. */
export function SaveForNext({ to, entered, checked, onChange }: SaveForNextProps) {
  const { data: saved, isPending } = useQuery(savedQuery)
  if (isPending || savedAt(saved ?? [], to, entered)) return null
  return (
    <label data-part="save" className="flex min-h-11 items-center gap-3 px-4">
      <input
        type="checkbox"
        className="size-5 accent-(--brand)"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <Trans>Save for next time</Trans>
    </label>
  )
}
