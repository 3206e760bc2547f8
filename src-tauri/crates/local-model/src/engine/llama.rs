//! llama.cpp, in a thread of its own for each file that is in use.
//!
//! The thread owns the weights and all contexts. Concurrent requests take turns in it, a token each, so
//! lanes stream side by side, share one copy of the weights, and any of them can be called off between two tokens.

mod guard;
mod load;
mod slots;
mod writer;

use super::{EngineError, Job, Told};
use crate::facts::Facts;
use slots::{Found, Slots};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use writer::{Progress, Writer};

/// How long weights stay in memory that nobody asks anything.
const IDLE: Duration = Duration::from_secs(300);

/// Where jobs for the thread go. Nothing, while there is none.
type Queue = Mutex<Option<Sender<Job>>>;

/// The thread of one file, as long as there is one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Engine {
    queue: Arc<Queue>,
}

impl Engine {
    /// Never waits. The result is sent to the caller.
    pub(crate) fn submit(&self, facts: &Arc<Facts>, job: Job) {
        let mut queue = lock(&self.queue);
        let mut job = Some(job);
        if let Some(jobs) = queue.as_ref()
            && let Some(sent) = job.take()
        {
            job = jobs.send(sent).err().map(|unsent| unsent.0);
        }
        if let Some(job) = job {
            *queue = begin(facts, &self.queue, job);
        }
    }
}

/// Starts a thread with its first job.
fn begin(facts: &Arc<Facts>, queue: &Arc<Queue>, job: Job) -> Option<Sender<Job>> {
    let (jobs, coming) = channel();
    let told = job.told.clone();
    let serving = Serving { facts: Arc::clone(facts), queue: Arc::downgrade(queue), coming };
    let started = std::thread::Builder::new().name("local-model".to_owned()).spawn(move || serving.run(job));
    match started {
        Ok(_) => Some(jobs),
        Err(error) => {
            let reason = error.to_string();
            let _ = told.try_send(Told::Failed(EngineError::Load { reason }));
            None
        }
    }
}

fn lock(queue: &Queue) -> MutexGuard<'_, Option<Sender<Job>>> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a thread knows.
struct Serving {
    facts: Arc<Facts>,
    /// Gone when the model is no longer listed, which also ends the thread.
    queue: Weak<Queue>,
    coming: Receiver<Job>,
}

impl Serving {
    fn run(self, first: Job) {
        let mut waiting = VecDeque::from([first]);
        while let Some(job) = waiting.front() {
            let begun = Instant::now();
            match load::load(&self.facts, job) {
                Ok(model) => {
                    let slots = Slots::new(&model, &self.facts);
                    return self.serve(slots, waiting, begun.elapsed());
                }
                Err(EngineError::Cancelled) => self.drop_first(&mut waiting),
                Err(error) => return self.fail(waiting, &error),
            }
        }
    }

    /// Nobody waits for the first any more. Somebody else may.
    fn drop_first(&self, waiting: &mut VecDeque<Job>) {
        if let Some(job) = waiting.pop_front() {
            job.tell(Told::Failed(EngineError::Cancelled));
        }
        waiting.extend(self.coming.try_iter());
        if waiting.is_empty() {
            waiting.extend(self.leave());
        }
    }

    fn fail(&self, mut waiting: VecDeque<Job>, error: &EngineError) {
        while let Some(job) = waiting.pop_front() {
            job.tell(Told::Failed(error.clone()));
            waiting.extend(self.coming.try_iter());
            if waiting.is_empty() {
                waiting.extend(self.leave());
            }
        }
    }

    fn serve(&self, mut slots: Slots<'_>, mut waiting: VecDeque<Job>, loaded: Duration) {
        let mut loaded = Some(loaded);
        let mut writers: Vec<Writer> = Vec::new();
        loop {
            if writers.is_empty() && waiting.is_empty() {
                match self.coming.recv_timeout(IDLE) {
                    Ok(job) => waiting.push_back(job),
                    Err(RecvTimeoutError::Disconnected) => return,
                    Err(RecvTimeoutError::Timeout) => match self.leave() {
                        Some(job) => waiting.push_back(job),
                        None => return,
                    },
                }
            }
            waiting.extend(self.coming.try_iter());
            while let Some(mut job) = waiting.pop_front() {
                match slots.find(&job.body) {
                    Ok(Found::Place(found)) => {
                        job.admit();
                        writers.push(Writer::new(job, found, &slots, loaded.take()));
                    }
                    Ok(Found::Full) => {
                        waiting.push_front(job);
                        break;
                    }
                    Err(error) => job.tell(Told::Failed(error)),
                }
            }
            waiting.iter_mut().for_each(Job::wait);
            writers.retain_mut(|writer| match writer.step(&mut slots) {
                Progress::GoesOn => true,
                Progress::Over => {
                    slots.release(writer.slot());
                    false
                }
            });
            waiting.retain(|job| !job.is_over());
        }
    }

    /// Closes the queue, unless something came in at the last moment.
    fn leave(&self) -> Option<Job> {
        let queue = self.queue.upgrade()?;
        let mut queue = lock(&queue);
        let last = self.coming.try_recv().ok();
        if last.is_none() {
            *queue = None;
        }
        last
    }
}
