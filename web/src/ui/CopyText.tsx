/* <CopyText text label head tail /> — an address or hash, shortened in the middle, whole in the clipboard and title. */
import { CopyButton } from './CopyButton'
import { shorten } from '../flow/address'

export function CopyText(props: { text: string; label: string; head?: number; tail?: number }) {
  const { text, label, head, tail } = props
  return (
    <span className="inline-flex items-center">
      <span className="font-mono text-[14px]" title={text}>
        {shorten(text, head, tail)}
      </span>
      <CopyButton text={text} label={label} />
    </span>
  )
}
