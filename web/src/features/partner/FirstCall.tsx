import { Trans } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useCopy } from '../../ui/useCopy'
import { firstCall } from './keys'
import '../../ui/hero.css'

/** A first request to copy: the dark panel of the page. */
export function FirstCall() {
  const text = firstCall(window.location.origin)
  const { state, copy } = useCopy(text)
  return (
    <section className="hero rounded-card p-5">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2>
          <Trans>First call</Trans>
        </h2>
        <button
          type="button"
          onClick={copy}
          className="flex min-h-11 items-center gap-2 rounded-full bg-sunken px-4 text-[14px] font-semibold text-text"
        >
          {state === 'copied' ? <Check size={16} /> : <Copy size={16} />}
          <span aria-live="polite">{state === 'copied' ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</span>
        </button>
      </div>
      <pre className="font-mono text-[13px] leading-relaxed text-muted whitespace-pre-wrap wrap-anywhere">{text}</pre>
    </section>
  )
}
