import { Dialog } from '@base-ui/react/dialog'
import { Trans, useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import { Spinner } from '../../ui/Spinner'
import type { Me } from '../api/queries'
import type { NavLink } from '../frame/useLinks'
import { problemWords } from '../parts/Loaded'
import { go } from '../place'
import { ResultRow } from './ResultRow'
import type { Result } from './results'
import { useResults } from './useResults'
import './search.css'

type SearchDialogProps = {
  open: boolean
  onClose: () => void
  me: Me
  links: readonly NavLink[]
  opener: RefObject<HTMLElement | null>
}

/** Finds a transaction, a customer or a page from anywhere. */
export default function SearchDialog({ open, onClose, opener, ...rest }: SearchDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="overlay-backdrop" />
        <Dialog.Popup aria-label={t`Search`} className="search-popup" finalFocus={opener}>
          <Finder {...rest} onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Finder({ me, links, onClose }: Pick<SearchDialogProps, 'me' | 'links' | 'onClose'>) {
  const { t } = useLingui()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { results, error, isBusy, isAsked } = useResults(text, me, links)
  const chosen = results[Math.min(at, results.length - 1)]
  // Enter before the results have come takes the first of them.
  const [isAwaited, setAwaited] = useState(false)
  const take = ({ to }: Result) => {
    onClose()
    go(to)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && results.length > 0) {
      event.preventDefault()
      setAt((Math.min(at, results.length - 1) + step + results.length) % results.length)
    }
    if (event.key !== 'Enter') return
    if (isBusy) setAwaited(true)
    else if (chosen) take(chosen)
  }
  const arrive = useEffectEvent(() => {
    if (chosen) take(chosen)
    setAwaited(false)
  })
  useEffect(() => {
    if (isAwaited && !isBusy) arrive()
  }, [isAwaited, isBusy])
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search size={18} aria-hidden="true" className="shrink-0 text-muted" />
        <input
          role="combobox"
          aria-label={t`Reference, ID, email or page`}
          aria-expanded={results.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen ? `${id}-${results.indexOf(chosen)}` : undefined}
          placeholder={t`Reference, ID, email or page`}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
            setAwaited(false)
          }}
          onKeyDown={press}
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          className="h-14 w-full min-w-0 bg-transparent text-[16px] outline-none placeholder:text-faint"
        />
        {isBusy && text ? <Spinner /> : null}
        <Dialog.Close className="min-h-11 shrink-0 px-1 text-[13px] text-muted hover:text-text">
          <Trans>Close</Trans>
        </Dialog.Close>
      </div>
      <div role="listbox" id={`${id}-list`} aria-label={t`Results`} className="min-h-0 overflow-y-auto p-2">
        {results.map((result, place) => (
          <ResultRow
            key={result.to}
            id={`${id}-${place}`}
            result={result}
            isChosen={result === chosen}
            onPoint={() => setAt(place)}
            onTake={() => take(result)}
          />
        ))}
      </div>
      <p role="status" className="px-4 pb-4 text-[13px] text-muted empty:hidden">
        {error ? problemWords(error) : <Found text={text} isAsked={isAsked} isBusy={isBusy} count={results.length} />}
      </p>
    </>
  )
}

type FoundProps = { text: string; isAsked: boolean; isBusy: boolean; count: number }

/** What can be searched for, or that nothing was found. */
function Found({ text, isAsked, isBusy, count }: FoundProps) {
  if (isBusy || (count > 0 && text.trim() !== '')) return null
  if (isAsked) return <Trans>Nothing found. Check the spelling, or search by ID.</Trans>
  return <Trans>Enter a reference like 7K2M-94QD, an ID, or a customer’s email address.</Trans>
}
