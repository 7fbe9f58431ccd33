/** Where a service is: one process, or a proxy in front of several. */
export interface ServiceAddress {
  /** The address under which apps and PDSes know it. */
  readonly publicUrl: string;
  /** Where it can be reached on this machine. */
  readonly reach: string;
}
