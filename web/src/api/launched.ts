/** A launch that still can be used to register or to link: in memory alone, since whoever has it can sign in by it. */
let initData: string | undefined

export const launched = {
  data: (): string | undefined => initData,
  keep: (data: string | undefined): void => {
    initData = data
  },
}
