import { Fragment } from 'react'
import { addressGroups } from './address'

/**
 * An address or account number, complete and in groups of four for comparison. The gaps are margins instead of spaces,
 * so that copied text is the address itself.
 */
export function AddressText({ value }: { value: string }) {
  return (
    <span className="font-mono text-[15px]" translate="no">
      {addressGroups(value).map(({ text, strong }, at) => (
        // The groups never change order, so the index is a stable key.
        <Fragment key={at}>
          <span className={strong ? 'mr-[0.45em] font-bold text-brand' : 'mr-[0.45em]'}>{text}</span>
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}
