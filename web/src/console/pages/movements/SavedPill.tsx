import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { countText, viewCountQuery } from '../../api/today'
import { ClearButton } from '../../parts/FilterPill'
import { PILL, PILL_OFF, PILL_ON } from '../../parts/Pills'
import type { SavedView } from './savedViews'

const COUNT_MS = 60_000

type SavedPillProps = { view: SavedView; isChosen: boolean; onChoose: () => void; onRemove: () => void }

/** A view of the operator: its name, its count, and a cross that removes it. */
export function SavedPill({ view, isChosen, onChoose, onRemove }: SavedPillProps) {
  const { i18n } = useLingui()
  const found = useQuery({ ...viewCountQuery(view.filter), refetchInterval: COUNT_MS }).data
  return (
    <span className={`${PILL} pr-0! pl-0! ${isChosen ? PILL_ON : PILL_OFF}`}>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className="inline-flex min-h-11 items-center gap-1.5 rounded-full pl-3 desk:min-h-8"
      >
        {view.name}
        {found ? (
          <b className="font-bold tabular-nums">{countText(found.data.length, found.has_more, i18n.locale)}</b>
        ) : null}
      </button>
      <ClearButton name={view.name} onClear={onRemove} />
    </span>
  )
}
