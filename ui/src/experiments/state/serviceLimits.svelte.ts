import type { ServiceRate } from "$contract";

/** The limits of one service, as they are written. Empty where there is none. */
export type WrittenLimit = { perMinute: string; atOnce: string };

const NONE: WrittenLimit = { perMinute: "", atOnce: "" };

/** How often each service is asked. */
export class ServiceLimits {
  #written = $state.raw<Readonly<Record<string, WrittenLimit>>>({});

  of(service: string): WrittenLimit {
    return this.#written[service] ?? NONE;
  }

  write(service: string, limit: WrittenLimit): void {
    this.#written = { ...this.#written, [service]: limit };
  }

  /** The limits of these services. Nothing, where one of them can't be read. */
  rates(services: readonly string[]): ServiceRate[] | null {
    const all = services.map((service) => ({ service, written: this.of(service) }));
    if (all.some(({ written }) => !isLimit(written.perMinute) || !isLimit(written.atOnce))) return null;
    const rates = all.map(({ service, written }) => ({
      service,
      perMinute: limitIn(written.perMinute),
      atOnce: limitIn(written.atOnce),
    }));
    return rates.filter(({ perMinute, atOnce }) => perMinute !== null || atOnce !== null);
  }
}

/** Whether it is a whole number from 1, or nothing. */
export function isLimit(text: string): boolean {
  return text.trim() === "" || (/^\d{1,6}$/.test(text.trim()) && Number(text) > 0);
}

function limitIn(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}
